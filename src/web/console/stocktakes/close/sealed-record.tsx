import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { InventoryDetail, InventorySeal } from "../../../api/types/endpoints.d.ts";
import { day, dayAndTime, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { Downloads } from "../../batch/downloads.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { CheckFile } from "../check-file.tsx";
import { Addenda } from "./addenda.tsx";
import styles from "./sealed-record.module.css";

/** The sealed record of a closed stocktake, and the check of a file. Renders nothing for one that was closed before there were seals. */
export function SealedRecord({ inventory: { oid: id } }: { readonly inventory: InventoryDetail }) {
  const query = useLiveQuery(call("GET /api/inventories/{id}/seal", { id }), {
    follows: ["stocktakes", "settings"],
    // That it is overdue comes with the time alone.
    everySeconds: 60,
  });
  return (
    <QueryBoundary query={query}>
      {({ state, isOverdue, files, keepUntil }) =>
        state !== "none" && (
          <Card title={t(msg("Sealed record"))} class={`${styles["record"]}`}>
            {isOverdue ? (
              <Banner tone="warning">
                {t(
                  msg(
                    "The record could not be made completely. The server goes on trying. Its log says why.",
                  ),
                )}
              </Banner>
            ) : (
              state === "making" && <p class="muted">{t(msg("The record is being made."))}</p>
            )}
            <Files id={id} files={files} />
            {files.length > 0 && <Addenda inventoryId={id} />}
            {keepUntil !== null && <p>{t(msg("Keep until {day}"), { day: day(keepUntil) })}</p>}
            <CheckFile />
          </Card>
        )
      }
    </QueryBoundary>
  );
}

const LABELS = { pdf: msg("Sealed record (PDF)"), json: msg("Sealed record (JSON)") };

/** The hash, the key and the files of a record. The PDF is made after the JSON: there may be none yet. */
function Files({ id, files }: { readonly id: number } & Pick<InventorySeal, "files">) {
  const [json] = files;
  return (
    json && (
      <>
        <Facts
          class={`facts ${styles["facts"]}`}
          facts={[
            [t(msg("Sealed")), dayAndTime(json.sealedDT)],
            [t(msg("SHA-256 (JSON, before its seal)")), json.sha256],
            [t(msg("Public key (Ed25519)")), json.publicKey],
          ]}
        />
        <Downloads
          files={[...files].reverse().map(({ format }) => ({
            label: t(LABELS[format]),
            request: call("GET /api/inventories/{id}/seal", { id, format }),
          }))}
        />
      </>
    )
  );
}
