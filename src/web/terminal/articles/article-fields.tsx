import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import type { Attachment } from "../../api/types/endpoints.d.ts";
import { FIELD_NAMES, pieces } from "../../articles/article-facts.tsx";
import { customValue } from "../../articles/custom-values.tsx";
import { useArticleCodes, useArticleFields } from "../../articles/known-article.ts";
import { saveAttachment } from "../../articles/save-attachment.ts";
import type { StoredCode } from "../../db/reference-shapes.ts";
import { day, t } from "../../i18n/translate.ts";
import { useQuery } from "../../query/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { Problem } from "../../ui/use-action.tsx";

/** Additional codes, warranty, supplier and custom fields of an article, also without a connection, and its attachments. */
export function MoreFields({ articleId }: { readonly articleId: number }) {
  const known = useArticleFields(articleId);
  const codes = useArticleCodes(articleId);
  const { supplier = null, warrantyEnd = null, fields = [] } = known ?? {};
  const facts = [
    [
      t(msg("Additional codes")),
      codes.length === 0 ? null : codes.map((one) => <div key={one.code}>{codeText(one)}</div>),
    ] as const,
    [t(FIELD_NAMES.supplier), supplier] as const,
    [t(FIELD_NAMES.warrantyEnd), warrantyEnd === null ? null : day(warrantyEnd)] as const,
    ...fields.map((field) => [field.name, customValue(field, field.value)] as const),
  ];
  const hasFacts = facts.some(([, value]) => value !== null);
  return (
    <>
      {hasFacts && <Facts class="facts pairs" facts={facts} />}
      <Attachments articleId={articleId} />
    </>
  );
}

const codeText = ({ code, packQuantity }: StoredCode) =>
  packQuantity === null ? code : t(msg("{code} ({pieces})"), { code, pieces: pieces(packQuantity) });

/** The attachments of an article. They need a connection. */
function Attachments({ articleId }: { readonly articleId: number }) {
  const { body } = useQuery(call("GET /api/articles/{id}/attachments", { id: articleId }));
  const [problem, setProblem] = useState<string | null>(null);
  if (body === null || body.length === 0) return null;
  const save = async (attachment: Attachment) => {
    setProblem(null);
    try {
      await saveAttachment(attachment);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <section aria-label={t(msg("Attachments"))}>
      <h2>{t(msg("Attachments"))}</h2>
      {body.map((one) => (
        <Button key={one.oid} kind="secondary" onClick={() => save(one)}>
          {one.fileName}
        </Button>
      ))}
      <Problem text={problem} />
    </section>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof ServerUnreachable || error instanceof NotLoggedIn)
    return t(msg("Attachments need a connection to the server."));
  throw error;
}
