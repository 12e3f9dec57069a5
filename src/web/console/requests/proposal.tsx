import { useState } from "preact/hooks";
import type { CatalogueItem } from "../../../catalogue/shapes.ts";
import type { ArticleProposal } from "../../../requests/shapes.ts";
import { say } from "../../../words.ts";
import { cataloguePath } from "../../answers/catalogues.ts";
import { day, t } from "../../app/words.ts";
import { money } from "../../find/article-facts.tsx";
import { useLive } from "../live/use-live.ts";
import { ChoiceField, LineField } from "../save/fields.tsx";
import { useLeave } from "../save/leave.ts";
import { type FormProps, RequestDetail } from "./detail.tsx";
import { PROPOSALS } from "./proposal-kind.ts";

/** The box takes no longer texts. */
const LONGEST = 200;

/** `#/requests/proposals/:id` */
export const ProposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={PROPOSALS} oid={Number(id)} form={ProposalForm} facts={factsOf} />
);

const factsOf = ({ category, type, price, currencyType, ...given }: ArticleProposal) =>
  [
    [t(TEXTS.category), category.name],
    [t(TEXTS.type), type.name],
    [t(TEXTS.serial), given.serialNumber],
    [t(TEXTS.price), price === 0 ? null : money(price, currencyType?.name)],
    [t(TEXTS.invoice), given.invoiceNo],
    [t(TEXTS.bought), given.dtBuy === null ? null : day(given.dtBuy)],
    [t(TEXTS.user), given.user?.fullName ?? null],
  ] as const;

/** What is put right before it becomes an article. */
interface Changed {
  readonly name?: string;
  readonly code?: string;
  readonly categoryId?: number;
  readonly typeId?: number;
}

/** Code, name, category and type of the new article; only what is changed is sent. */
function ProposalForm({ request, isBusy, onGrant, children }: FormProps<ArticleProposal>) {
  const options = { follows: ["catalogues"] } as const;
  const categories = useLive<readonly CatalogueItem[]>(cataloguePath("category"), options).body ?? [];
  const types = useLive<readonly CatalogueItem[]>(cataloguePath("type"), options).body ?? [];
  const [changed, setChanged] = useState<Changed>({});
  const change = (next: Changed) => setChanged({ ...changed, ...next });
  const { name = request.name, categoryId = request.category.oid, typeId = request.type.oid } = changed;
  const { code = "" } = changed;
  const isSame = name === request.name && categoryId === request.category.oid && typeId === request.type.oid;
  useLeave(!isSame || code !== "");
  const onSubmit = (event: Event) => {
    event.preventDefault();
    return onGrant({ ...changed, code: code.trim() === "" ? null : code.trim() });
  };
  return (
    <form onSubmit={onSubmit}>
      <div class="fields">
        <LineField
          words={t(TEXTS.code)}
          value={code}
          onValue={(value) => change({ code: value })}
          maxLength={LONGEST}
        />
        <LineField
          words={t(TEXTS.name)}
          value={name}
          onValue={(value) => change({ name: value })}
          maxLength={LONGEST}
        />
        <ChoiceField
          words={t(TEXTS.category)}
          items={categories}
          value={categoryId}
          onValue={(oid) => oid !== null && change({ categoryId: oid })}
        />
        <ChoiceField
          words={t(TEXTS.type)}
          items={types}
          value={typeId}
          onValue={(oid) => oid !== null && change({ typeId: oid })}
        />
      </div>
      <div class="row">
        <button type="submit" disabled={isBusy || name.trim() === ""}>
          {t(TEXTS.approve)}
        </button>
        {children}
      </div>
    </form>
  );
}

const TEXTS = {
  code: say("Code (none said: the next free one)", "Kód (nic: další volný)"),
  name: say("Name", "Název"),
  category: say("Category", "Kategorie"),
  type: say("Type", "Typ"),
  serial: say("Serial number", "Sériové číslo"),
  price: say("Price", "Cena"),
  invoice: say("Invoice", "Faktura"),
  bought: say("Bought", "Zakoupeno"),
  user: say("For whom", "Pro koho"),
  approve: say("Approve: put it into use", "Schválit: zařadit do užívání"),
};
