import { say } from "../../../words.ts";
import { may } from "../../app/may.ts";
import { t } from "../../app/words.ts";
import { Screen } from "../frame/screen.tsx";
import { DropFile } from "./drop-file.tsx";
import { Exports } from "./exports.tsx";
import { OpenImports } from "./open-imports.tsx";
import "./exchange.css";

/** Tables that are brought in, and those that are taken out. */
export function ExchangeScreen() {
  return (
    <Screen title={t(TEXTS.title)}>
      {may("administer") && (
        <section>
          <h2>{t(TEXTS.in)}</h2>
          <DropFile />
          <OpenImports />
        </section>
      )}
      <section>
        <h2>{t(TEXTS.out)}</h2>
        <Exports />
      </section>
    </Screen>
  );
}

const TEXTS = {
  title: say("Import and export", "Import a export"),
  in: say("Bring a table in", "Načíst tabulku"),
  out: say("Take a table out", "Uložit tabulku"),
};
