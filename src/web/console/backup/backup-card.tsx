import { msg } from "../../../domain/message.ts";
import type { BackupTarget, BoxChecks } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/use-query.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { safetyOf } from "./safety.ts";
import { proofText } from "./target-texts.ts";

interface BackupCardProps {
  readonly query: QueryResult<readonly BackupTarget[]>;
  /** The last copy by a download or the site's own tool; undefined: not known yet. */
  readonly backup: BoxChecks["backup"] | undefined;
}

/** On the overview: whether the data are safe, and what came of the last test restore. */
export function BackupCard({ query, backup }: BackupCardProps) {
  return (
    <Card id="backup-now" title={<a href="#/system/backup">{t(msg("Backup"))}</a>}>
      <QueryBoundary query={query}>
        {(targets) => backup !== undefined && <Content targets={targets} backup={backup} />}
      </QueryBoundary>
    </Card>
  );
}

function Content({
  targets,
  backup,
}: {
  readonly targets: readonly BackupTarget[];
  readonly backup: BoxChecks["backup"];
}) {
  const { tone, title, text } = safetyOf(targets, backup);
  const last = lastProven(targets);
  return (
    <>
      <p class={tone === "danger" ? "error-text" : ""}>
        <Icon name={tone === "success" || tone === "info" ? "there" : "warning"} size={18} /> <b>{title}</b>
      </p>
      <p>{text}</p>
      {last !== null && (
        <dl class="facts">
          <dt>{t(msg("Last test restore ({name})"), { name: last.name })}</dt>
          <dd>{proofText({ ...last, isProving: false })}</dd>
        </dl>
      )}
    </>
  );
}

/** The target with the newest result of a test restore. */
function lastProven(targets: readonly BackupTarget[]): BackupTarget | null {
  const at = ({ proof }: BackupTarget) => (proof === null ? 0 : Date.parse(proof.at));
  const [first] = targets.filter(({ proof }) => proof !== null).sort((a, b) => at(b) - at(a));
  return first ?? null;
}
