import { msg } from "../../../domain/message.ts";
import { KIND_NAMES } from "../../../domain/security-event-kinds.ts";
import { MAX_ADDRESS_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { addressQuery } from "../../router/address.ts";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { liveDevices } from "../users/live-devices.ts";
import { filter, LogFilters, logQuery, NO_FILTER, UserFilter } from "./log-filters.tsx";
import { KIND_TEXTS } from "./security-texts.ts";

/** The filters of the security log. */
export function SecurityFilters() {
  const query = addressQuery();
  const devices = liveDevices().body ?? [];
  const kinds = KIND_NAMES.map((kind) => ({ value: kind, label: t(KIND_TEXTS[kind]) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  return (
    <LogFilters names={SECURITY_FILTERS}>
      <Select
        label={t(msg("Event"))}
        items={[NO_FILTER(), ...kinds]}
        value={query.get("kind") ?? ""}
        onValue={(kind) => filter({ kind })}
      />
      <Select
        label={t(msg("Outcome"))}
        items={[NO_FILTER(), ...OUTCOMES.map(({ value, label }) => ({ value, label: t(label) }))]}
        value={query.get("outcome") ?? ""}
        onValue={(outcome) => filter({ outcome })}
      />
      <UserFilter />
      <Select
        label={t(msg("Device"))}
        items={[
          NO_FILTER(),
          ...devices.map(({ deviceTokenId, deviceName }) => ({
            value: String(deviceTokenId),
            label: deviceName,
          })),
        ]}
        value={query.get("deviceId") ?? ""}
        onValue={(deviceId) => filter({ deviceId })}
      />
      <TextField
        label={t(msg("Address"))}
        value={query.get("address") ?? ""}
        maxLength={MAX_ADDRESS_LENGTH}
        onValue={(address) => filter({ address: address.trim() })}
      />
    </LogFilters>
  );
}

const OUTCOMES = [
  { value: "success", label: msg("Succeeded") },
  { value: "failure", label: msg("Failed") },
];

/** Parts of the address that are sent to the server unchanged. */
const PARTS = ["kind", "outcome", "userId", "deviceId", "address"];

/** Parts of the address that are filters. */
const SECURITY_FILTERS = [...PARTS, "from", "to"];

/** A page of the events that match the filters. */
export const securityQuery = (address: URLSearchParams) =>
  logQuery(call("GET /api/security-events"), [...PARTS, "before"], address);

/** The table of all events that match the filters. */
export const exportQuery = (address: URLSearchParams) =>
  logQuery(call("GET /api/security-events/export"), PARTS, address);
