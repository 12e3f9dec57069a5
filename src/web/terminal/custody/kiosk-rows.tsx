import { msg } from "../../../domain/message.ts";
import { useStored } from "../../db/use-stored.ts";
import type { StoredKioskVisit } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./kiosk.module.css";
import { readRows } from "./kiosk-visit.ts";

/** What was recorded in a visit, the last one first. Hand-overs and returns differ by icon, colour and words. */
export function KioskRows({ visit }: { readonly visit: StoredKioskVisit }) {
  const rows = useStored(() => readRows(visit), ["errands"], [visit.userId, visit.afterSeq]) ?? [];
  return (
    <ul class={`list ${styles["rows"]}`}>
      {rows.map(({ id, kind, name, person }) => (
        <li key={id} class={styles[kind === "start" ? "out" : "back"]}>
          <Icon name={kind === "start" ? "hand" : "undo"} size={28} />
          <span class="main">
            <b>{name}</b>
            <span>
              {t(kind === "start" ? msg("Handed out to {person}") : msg("Taken back from {person}"), {
                person,
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
