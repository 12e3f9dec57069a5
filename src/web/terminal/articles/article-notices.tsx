import { msg } from "../../../domain/message.ts";
import { call, type Query } from "../../api/call.ts";
import type { KnownArticle } from "../../articles/known-article.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { t, when } from "../../i18n/translate.ts";
import { type QueryResult, useQuery } from "../../query/use-query.ts";
import { Banner } from "../../ui/banner.tsx";
import { CommandNote, useCommands } from "../unsent/command-note.tsx";
import { isMoveOf } from "./move-request.ts";

/** Pending requests of an article: on the server, and waiting to be sent. */
export function ArticleNotices({
  article: { oid, isDisposal, disposalDT },
}: {
  readonly article: KnownArticle;
}) {
  const transfers = usePending(call("GET /api/articletransfers", { state: "open", articleId: oid }));
  const disposals = usePending(call("GET /api/articledisposals", { state: "waiting", articleId: oid }));
  const commands = useCommands((command) => isAbout(command, oid) && isOpen(command), String(oid));
  return (
    <>
      {isDisposal && (
        <Banner tone="warning">{t(disposalDT ? msg("Disposed of.") : msg("Marked for disposal."))}</Banner>
      )}
      {(transfers.body ?? []).map(({ oid: transfer, targetLocation, user, createdDT }) => (
        <Banner key={transfer}>
          {t(msg("Transfer to {location} requested: {who}, {at}."), {
            location: targetLocation.name,
            who: user.fullName,
            at: when(createdDT),
          })}
        </Banner>
      ))}
      {(disposals.body ?? []).map(({ oid: disposal, disposalReason, user, proposalDT }) => (
        <Banner key={disposal}>
          {t(msg("Disposal requested (reason: {reason}): {who}, {at}."), {
            reason: disposalReason?.name ?? "–",
            who: user.fullName,
            at: when(proposalDT),
          })}
        </Banner>
      ))}
      {commands.map((command) => (
        <CommandNote key={command.id} command={command} />
      ))}
    </>
  );
}

const usePending = <T,>(requests: Query<readonly T[]>): QueryResult<readonly T[]> =>
  useQuery(requests, { isOwn: true, follows: true });

const isOpen = ({ state }: QueuedCommand) => state === "waiting" || state === "refused";

/** Labels are shown on the print screen. */
function isAbout({ task }: QueuedCommand, articleId: number): boolean {
  if (task.kind === "photo") return "articleId" in task.of && task.of.articleId === articleId;
  if (task.kind !== "request") return false;
  return task.body["articleId"] === articleId || isMoveOf(task.path, articleId);
}
