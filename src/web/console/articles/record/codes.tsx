import { useState } from "preact/hooks";
import { CODE_KINDS } from "../../../../domain/codes/stored-key.ts";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { AdditionalCode } from "../../../api/types/endpoints.d.ts";
import { pieces } from "../../../articles/amounts.ts";
import { CODE_KIND_NAMES } from "../../../articles/code-kinds.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { insertFnc1 } from "../../../scanner/search-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { optionsOf, Select } from "../../../ui/select.tsx";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { type Change, MutationButton } from "../../forms/mutation.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { CheckDigit } from "./check-digit.tsx";

interface CodesProps {
  readonly articleId: number;
  /** Of the article; null: pieces. */
  readonly unit: string | null;
}

/** The additional codes of an article. */
export function Codes({ articleId, unit }: CodesProps) {
  const query = useLiveQuery(call("GET /api/articles/{id}/codes", { id: articleId }), {
    follows: ["articles"],
  });
  const [isAdding, setAdding] = useState(false);
  const removal = ({ oid, code, kind, packQuantity }: AdditionalCode): Change => ({
    send: call("DELETE /api/articlecodes/{id}", { id: oid }),
    done: t(msg("Code {code} removed"), { code }),
    undo: () => ({
      send: ({ create }) =>
        create(call("POST /api/articles/{id}/codes", { id: articleId, body: { code, kind, packQuantity } })),
    }),
  });
  return (
    <Card title={t(msg("Additional codes"))} isEmpty={query.body?.length === 0}>
      <QueryBoundary query={query} empty={msg("No additional codes")}>
        {(codes) => (
          <ul class="location-list">
            {codes.map((one) => (
              <li key={one.oid}>
                <span class="main">
                  <b>{one.code}</b> <span class="muted">{t(CODE_KIND_NAMES[one.kind])}</span>
                </span>
                {one.packQuantity !== null && <span>{pieces(one.packQuantity, unit)}</span>}
                {may("manage") && (
                  <MutationButton change={() => removal(one)} after={query.refetch}>
                    {t(msg("Remove"))}
                    <span class="sr-only"> {one.code}</span>
                  </MutationButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Button onClick={() => setAdding(true)}>{t(msg("Add code"))}</Button>
      {isAdding && (
        <AddCode
          articleId={articleId}
          unit={unit}
          onEnd={() => {
            setAdding(false);
            query.refetch();
          }}
        />
      )}
    </Card>
  );
}

interface AddProps extends CodesProps {
  readonly onEnd: () => void;
}

/** Dialog for one more code. A scanner can type it. */
function AddCode({ articleId, unit, onEnd }: AddProps) {
  const form = useForm({
    start: { code: "", kind: "", packQuantity: "" },
    labels: {
      code: msg("Code"),
      kind: msg("Kind"),
      packQuantity: unit === null ? msg("Pieces per scan") : msg("Quantity per scan ({unit})", { unit }),
    },
    save: ({ code, kind, packQuantity }, { create }) => {
      const known = CODE_KINDS.find((one) => one === kind);
      const body = {
        code,
        ...(known !== undefined && { kind: known }),
        ...(packQuantity !== "" && { packQuantity: Number(packQuantity) }),
      };
      return create(call("POST /api/articles/{id}/codes", { id: articleId, body }));
    },
    onSaved: onEnd,
  });
  const { code, kind, packQuantity } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(msg("Add code"))}
      action={t(msg("Add"))}
      isReady={code.trim() !== "" && /^(?:[1-9]\d{0,8})?$/.test(packQuantity)}
      onClose={onEnd}
    >
      <TextField
        {...form.field("code")}
        hint={t(msg("Scan or type it: EAN, UPC, GS1 code, old number, RFID tag."))}
        isRequired
        onKeyDown={(event) => {
          insertFnc1(event);
          // A scanner ends a code with Enter. The kind and the pieces may follow.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {(kind === "" || kind === "gtin") && <CheckDigit code={code} />}
      <Select
        {...form.field("kind")}
        items={[{ value: "", label: t(msg("Recognize")) }, ...optionsOf(CODE_KIND_NAMES, CODE_KINDS)]}
      />
      <TextField
        {...form.field("packQuantity")}
        hint={t(msg("For the code of a pack: how much it contains."))}
        inputMode="numeric"
      />
    </FormDialog>
  );
}
