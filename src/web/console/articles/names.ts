import { msg } from "../../../domain/message.ts";
import type { ListedField, ListOf } from "../../../records/article-lists.ts";
import type { CatalogueName } from "../../../records/catalogues.ts";
import { listCatalogueItems } from "../../api/catalogues.ts";
import { t } from "../../i18n/translate.ts";
import { listAllUsers } from "../../query/catalogues.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** A record that articles refer to. */
export interface Named {
  readonly oid: number;
  readonly name: string;
  /** Not to be chosen any more; absent: it may be. */
  readonly isHidden?: boolean;
  /** The company's currency; absent: the record is none. */
  readonly isDefault?: boolean | undefined;
}

/** A user; articles may still refer to an inactive one. */
interface NamedUser extends Named {
  readonly isActive: boolean;
  readonly userName: string;
}

/** The names of the records that an article refers to. */
export interface Names {
  readonly lists: Readonly<Record<ListOf<ListedField>, readonly Named[]>>;
  readonly people: readonly NamedUser[];
}

const NOTHING: readonly never[] = [];

/** The records of a catalogue, updated by events. */
export function useCatalogue(name: CatalogueName): readonly Named[] {
  return useLiveQuery(listCatalogueItems(name), { follows: ["catalogues"] }).body ?? NOTHING;
}

/** The users, updated by events. Those of one name have their user names behind it. */
export function usePeople(): readonly NamedUser[] {
  const { body } = useLiveQuery(listAllUsers(), { follows: ["users"] });
  const [names, shared] = [new Set<string>(), new Set<string>()];
  for (const { fullName } of body ?? []) (names.has(fullName) ? shared : names).add(fullName);
  return (
    body?.map(({ id, fullName, userName, isActive, kind }) => ({
      oid: id,
      name: shared.has(fullName) ? `${fullName} (${userName})` : fullName,
      userName,
      // Service accounts are never responsible for articles.
      isActive: isActive && kind !== "service",
    })) ?? NOTHING
  );
}

/** The users to choose from: the active ones, and the current value. */
export function choosable(people: readonly NamedUser[], oid: number | null): readonly NamedUser[] {
  return people.filter((one) => one.isActive || one.oid === oid);
}

/** The name of a record; of an unknown one the number. */
export function nameOf(among: readonly Named[], oid: number | null): string {
  if (oid === null) return "–";
  return among.find((one) => one.oid === oid)?.name ?? t(msg("No. {oid}"), { oid: String(oid) });
}
