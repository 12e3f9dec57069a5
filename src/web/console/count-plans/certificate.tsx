import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useDownload } from "../batch/use-download.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The record accuracy of a closed stocktake of a random sample, and its certificate. Renders nothing for others. */
export function CertificateButton({ inventory: { oid, name } }: { readonly inventory: InventoryDetail }) {
  const { body } = useLiveQuery(call("GET /api/inventories/{id}/certificate", { id: oid }));
  const { coming, problem, start } = useDownload();
  if (body === null) return null;
  const { estimate, lower, upper, population, sample, wrong } = body;
  const isBusy = coming !== null;
  const fileName = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}-certificate.pdf`;
  const percent = (share: number) => `${number(Math.round(share * 10_000) / 100)} %`;
  return (
    <>
      <p>
        {t(msg("Record accuracy: {estimate}, with 95 % confidence {lower} to {upper}."), {
          estimate: percent(estimate),
          lower: percent(lower),
          upper: percent(upper),
        })}{" "}
        <span class="muted">
          {t(msg("{wrong} wrong of {sample} sampled of {population} records."), {
            wrong: number(wrong),
            sample: number(sample),
            population: number(population),
          })}
        </span>
      </p>
      <Toolbar class="report-files no-print">
        <Button
          kind="secondary"
          aria-disabled={isBusy}
          onClick={() =>
            isBusy ||
            start(call("GET /api/inventories/{id}/certificate", { id: oid, format: "pdf" }), fileName)
          }
        >
          {t(msg("Certificate (PDF)"))}
        </Button>
        <span class="error-text" role="alert">
          {problem}
        </span>
      </Toolbar>
    </>
  );
}
