import { type Message, msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import type { ImportDetail } from "./shapes.ts";

/** The figures of an import, in its preview or its result. */
export function Figures({ one }: { readonly one: ImportDetail }) {
  const isDone = one.state === "applied";
  return (
    <section class="import-summary" aria-label={t(msg("Summary"))}>
      <dl>
        <Figure label={msg("Rows", "number")} value={one.rows} />
        <Figure label={isDone ? msg("Created") : msg("New", "number")} value={one.toCreate} />
        <Figure label={msg("Changed")} value={one.toUpdate} />
        <Figure label={msg("Unchanged")} value={one.unchanged} />
        {!isDone && <Figure label={msg("With errors")} value={one.errorRows} isBad={one.errorRows > 0} />}
        <Figure label={msg("Left out")} value={one.leftOut} />
        {one.joinedRows > 0 && <Figure label={msg("Rows with joined lines")} value={one.joinedRows} />}
        {one.pictures > 0 && <Figure label={msg("Photos")} value={one.pictures} />}
      </dl>
      <Made one={one} />
    </section>
  );
}

interface FigureProps {
  readonly label: Message;
  readonly value: number;
  readonly isBad?: boolean;
}

function Figure({ label, value, isBad = false }: FigureProps) {
  return (
    <div class={isBad ? "is-bad" : ""}>
      <dt>{t(label)}</dt>
      <dd>{number(value)}</dd>
    </div>
  );
}

/** The records that are created because rows name them. */
function Made({ one: { made } }: { readonly one: ImportDetail }) {
  const parts = NAMES.flatMap((name) => {
    const { [name]: part } = made;
    return part === undefined || part.count === 0 ? [] : [{ name, ...part }];
  });
  if (parts.length === 0) return null;
  return (
    <ul class="import-made">
      {parts.map(({ name, count, names }) => (
        <li key={name}>
          {t(TEXTS[name], { n: count })}{" "}
          <span class="muted">
            {names.join(", ")}
            {count > names.length ? " …" : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}

const NAMES = ["locations", "categories", "types", "states", "users"] as const;
const TEXTS = {
  locations: msg("New locations: {n}."),
  categories: msg("New categories: {n}."),
  types: msg("New types: {n}."),
  states: msg("New states: {n}."),
  users: msg("New people: {n}."),
};
