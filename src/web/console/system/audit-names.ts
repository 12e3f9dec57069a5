import { nameOfState, State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import type { CatalogueName } from "../../api/catalogues.ts";
import { listCatalogueItems } from "../../api/catalogues.ts";
import { listUsers } from "../../api/console/users.ts";
import { listLocations } from "../../api/locations.ts";
import type { AuditEntry, CatalogueItem, SiteUser } from "../../api/types/endpoints.d.ts";
import { changeText, type Names } from "../../articles/history-texts.ts";
import { t } from "../../i18n/translate.ts";
import { typeNamed, usePrinterTypes } from "../printers/printer-types.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { FIELDS, fieldTexts } from "./audit-texts.ts";

type Change = AuditEntry["changes"][number];

/** Tells changes in words. */
export interface AuditTexts {
  lineOf(change: Change): string;
  fieldOf(field: string): string;
}

/** Everybody of the tenant, whoever is active or not. */
export function useAllUsers(): readonly Pick<SiteUser, "oid" | "fullName">[] {
  return useLiveQuery(listUsers(), { follows: ["users"] }).body ?? [];
}

/** Tells changes with the names of what they name by its number, as far as it is still there. */
export function useAuditTexts(): AuditTexts {
  const people = useAllUsers();
  const person = (id: number) => people.find(({ oid }) => oid === id)?.fullName ?? null;
  const place = useNamed(listLocations(), "locations");
  const bare = (value: number) => String(value);
  const { body: types } = usePrinterTypes();
  const language = (oid: number) => (types === null ? null : typeNamed(types, oid));
  const names: Names = {
    categoryId: useCatalogueNames("category"),
    typeId: useCatalogueNames("type"),
    stateId: useCatalogueNames("state"),
    currencyTypeId: useCatalogueNames("currency"),
    disposalMethodId: useCatalogueNames("disposalMethod"),
    disposalReasonId: useCatalogueNames("disposalReason"),
    ...{ userId: person, responsibleUserId: person },
    ...{ locationId: place, parentLocationId: place, chosenLocation: place },
    // The audit counts from 0, people from 1.
    position: (value) => String(value + 1),
    ...{ port: bare, printerTypeId: language, inventoryStateId: stateNamed },
  };
  return { lineOf: (change) => changeText(withSecret(change), names, FIELDS), fieldOf: fieldTexts };
}

/** The audit may tell of a state of a later version. */
function stateNamed(value: number): string | null {
  const known = Object.values(State).find((one) => one === value);
  return known === undefined ? null : t(nameOfState(known));
}

const useCatalogueNames = (name: CatalogueName) => useNamed(listCatalogueItems(name), "catalogues");

function useNamed(
  records: Query<readonly Pick<CatalogueItem, "oid" | "name">[]>,
  kind: "catalogues" | "locations",
): (oid: number) => string | null {
  const { body } = useLiveQuery(records, { follows: [kind] });
  return (oid) => body?.find((one) => one.oid === oid)?.name ?? null;
}

/** Of a secret the audit says only that it was set. */
function withSecret(change: Change): Change {
  if (!["password", "pin", "authenticatorApp"].includes(change.field)) return change;
  const shown = (value: unknown) => (value === "set" ? t(SET) : value);
  return { ...change, before: shown(change.before), after: shown(change.after) };
}

const SET = msg("set");
