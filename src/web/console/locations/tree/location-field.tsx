import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { findLocations } from "../../../offline/sync/find-locations.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import type { FieldOf } from "../../forms/form.tsx";
import styles from "./location-field.module.css";
import { pathAbove, useLocations } from "./location-tree.ts";

const MOST = 12;

type LocationFieldProps = Omit<FieldOf<number | null>, "problem">;

/** Selects one location by its name or code. */
export function LocationField({ label, value, onValue }: LocationFieldProps) {
  const [text, setText] = useState("");
  const [isTouched, setTouched] = useState(false);
  const { tree } = useLocations(isTouched || value !== null);
  if (value !== null) {
    const location = tree?.get(value);
    return (
      <div class={styles["field"]}>
        <b>{label}</b>
        <p class={styles["chosen"]}>
          <span>
            {location?.name ?? `#${value}`}{" "}
            <span class="muted">{tree !== null && pathAbove(tree, value)}</span>
          </span>
          <IconButton
            icon="cross"
            label={t(msg("Remove {location}"), { location: location?.name ?? String(value) })}
            onClick={() => onValue(null)}
          />
        </p>
      </div>
    );
  }
  const isSought = text.trim() !== "";
  const found = tree !== null && isSought ? findLocations(tree.all, text, MOST).hits : [];
  return (
    <Combobox
      label={label}
      text={text}
      onText={setText}
      options={tree === null ? null : found}
      keyOf={({ oid }) => oid}
      onChoose={({ oid }) => {
        setText("");
        onValue(oid);
      }}
      codeOf={({ code }) => code}
      unchosen={t(msg("Choose a location from the list, or clear the text."))}
      empty={t(msg("No location found"))}
      placeholder={t(msg("Name or code"))}
      onFocus={() => setTouched(true)}
    >
      {({ oid, name }) => (
        <>
          {name} <span class="muted">{tree !== null && pathAbove(tree, oid)}</span>
        </>
      )}
    </Combobox>
  );
}
