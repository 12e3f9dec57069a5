import { msg } from "../../../domain/message.ts";
import { useStored } from "../../db/use-stored.ts";
import { reportError } from "../../errors/report-error.ts";
import { t, when } from "../../i18n/translate.ts";
import { discardCommand, readCommands } from "../../offline/outbox/commands.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

/** What this terminal has sent and the server has rejected: of a person, or (null) of everyone. */
export function RejectedHandOvers({ personId }: { readonly personId: number | null }) {
  const commands = useStored(readCommands, ["errands"]) ?? [];
  const rejected = commands.filter(
    ({ state, task }) =>
      state === "refused" &&
      task.kind === "custody" &&
      (personId === null || (task.operation.userId ?? null) === personId),
  );
  if (rejected.length === 0) return null;
  return (
    <section>
      <h2>{t(msg("Not recorded by the server"))}</h2>
      {rejected.map(({ seq, id, title, at, problem }) => (
        <Banner key={id} tone="danger" role="status">
          <p>
            <b>{title}</b> <span class="muted">{when(at)}</span>
          </p>
          <p>{problem}</p>
          <Button kind="secondary" onClick={() => discardCommand(seq).catch(reportError)}>
            {t(msg("Understood"))}
          </Button>
        </Banner>
      ))}
    </section>
  );
}
