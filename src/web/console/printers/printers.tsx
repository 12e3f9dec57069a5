import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { useStatuses } from "../../printing/use-statuses.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Cards } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { PrinterCard } from "./printer-card.tsx";

/** `#/printers`: all printers with their states. */
export function PrintersScreen() {
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  return (
    <Screen
      title={t(msg("Printers"))}
      actions={may("administer") && <ButtonLink href="#/printers/new">{t(msg("Add printer"))}</ButtonLink>}
    >
      <PrinterLinks />
      <QueryBoundary
        query={printers}
        empty={
          <EmptyState
            icon="print"
            title={t(msg("No printers yet"))}
            text={t(
              may("administer")
                ? msg("Add the first one by its network address.")
                : msg("Ask an administrator to add one."),
            )}
          >
            {may("administer") && (
              <ButtonLink kind="secondary" href="#/printers/new">
                {t(msg("Add printer"))}
              </ButtonLink>
            )}
          </EmptyState>
        }
      >
        {(all) => <PrinterCards printers={all} />}
      </QueryBoundary>
    </Screen>
  );
}

function PrinterCards({ printers }: { readonly printers: readonly Printer[] }) {
  const statuses = useStatuses(printers.map(({ oid }) => oid));
  return (
    <Cards>
      {printers.map((printer) => (
        <PrinterCard key={printer.oid} printer={printer} condition={statuses.get(printer.oid)} />
      ))}
    </Cards>
  );
}

/** Links to the printers, their queue and the labels. */
export function PrinterLinks() {
  const tabs = TABS.map(({ to, label }) => ({ to, label: t(label) }));
  return <Tabs label={t(msg("Printing"))} tabs={tabs} />;
}

const TABS = [
  { to: "/printers", label: msg("Printers") },
  { to: "/printers/queue", label: msg("Queue") },
  { to: "/printers/labels", label: msg("Labels") },
];
