import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ShippedPackage } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/licences`: the third-party packages and their licences. */
export function LicencesScreen() {
  const query = useLiveQuery(call("GET /licences.json"));
  return (
    <SystemScreen title={t(msg("Third-party licences"))}>
      <QueryBoundary query={query}>
        {(packages) => (
          <>
            <p>
              {t(
                msg(
                  "This product includes {n, plural, one {# third-party package. Open it} other {# third-party packages. Open one}} to read its licence.",
                ),
                { n: packages.length },
              )}
            </p>
            <p class="muted">
              {t(
                msg(
                  "An installed server also includes Debian's libatomic.so.1 in its folder lib (GPL 3 with the GCC Runtime Library Exception).",
                ),
              )}
            </p>
            <ul class="list">
              {packages.map((one) => (
                <Package key={`${one.name} ${one.version}`} shipped={one} />
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </SystemScreen>
  );
}

/** A package. Its text may be long, so it is rendered when it is opened. */
function Package({ shipped: { name, version, licence, text } }: { readonly shipped: ShippedPackage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details class="licence" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            <b>{name}</b> {version} <span class="muted">{licence ?? t(msg("No licence stated"))}</span>
          </span>
        </summary>
        {isOpen &&
          (text === null ? (
            <p>
              {t(msg("This package does not include its licence text. The name above is the one it states."))}
            </p>
          ) : (
            <pre>{text}</pre>
          ))}
      </details>
    </li>
  );
}
