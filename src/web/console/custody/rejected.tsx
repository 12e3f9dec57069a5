import type { CustodyRejection } from "../../../domain/custody.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { RejectedCustody } from "../../api/types/endpoints.d.ts";
import { SignaturePicture } from "../../custody/signature.tsx";
import { t, when } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { showError } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import styles from "./custody.module.css";

/** Hand-overs and returns of terminals that contradict what others have recorded. */
export function Rejected() {
  const query = useLiveQuery(call("GET /api/custodies/rejected"), { follows: ["custody", "users"] });
  const rows = query.body ?? [];
  if (rows.length === 0) return null;
  const dismiss = async ({ oid, article }: RejectedCustody) => {
    const question = {
      title: t(msg("Dismiss the hand-over or return of {name}?"), { name: article.name }),
      text: t(msg("It stays unrecorded, and is no longer listed. See who has the article first.")),
    };
    if (!(await confirm({ ...question, action: t(msg("Dismiss")) }))) return;
    try {
      await requestAsUser(call("PUT /api/custodies/rejected/{id}/dismiss", { id: oid }));
    } catch (error) {
      showError(problemText(error));
    } finally {
      query.refetch();
    }
  };
  return (
    <Banner tone="warning" role="status">
      <h2 class={styles["title"]}>{t(msg("Not recorded: see who has these articles"))}</h2>
      <ul class={styles["rejected"]}>
        {rows.map((row) => (
          <li key={row.oid}>
            <div>
              <p>
                <a href={`#/articles/${row.articleId}`}>{nameOf(row)}</a> {whatOf(row)} <b>{whyOf(row)}</b>
              </p>
              {row.note !== null && <p>{t(msg("Condition: {note}"), { note: row.note })}</p>}
              {row.signature !== null && (
                <SignaturePicture path={row.signature} label={t(msg("Signature of the person"))} />
              )}
            </div>
            <Button kind="secondary" onClick={() => dismiss(row)}>
              {t(msg("Dismiss"))}
              <span class="sr-only"> {row.article.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const nameOf = ({ article }: RejectedCustody) => [article.code, article.name].filter(Boolean).join(" ");

function whatOf({ kind, user, at, author, deviceName }: RejectedCustody): string {
  const details = [when(at), author.fullName, deviceName].filter(Boolean).join(", ");
  return t(
    kind === "start"
      ? msg("was handed to {person}: {details}.")
      : msg("was taken back from {person}: {details}."),
    { person: user?.fullName ?? "–", details },
  );
}

const whyOf = ({ reason, holder }: RejectedCustody) =>
  t(REASONS[reason], { person: holder?.fullName ?? "–" });

const REASONS = {
  held: msg("{person} had it already."),
  superseded: msg("It was taken back after that."),
  otherPerson: msg("{person} had it."),
  article: msg("The article was deleted or disposed, or was only proposed."),
  person: msg("The person is deactivated."),
} satisfies Record<CustodyRejection, unknown>;
