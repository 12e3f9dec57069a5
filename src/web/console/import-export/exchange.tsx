import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Screen } from "../layout/screen.tsx";
import { DropFile } from "./drop-file.tsx";
import { Exports } from "./exports.tsx";
import { OpenImports } from "./open-imports.tsx";
import "./exchange.css";

/** Imports and exports of tables. */
export function ImportExportScreen() {
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
  title: msg("Import and export"),
  in: msg("Import", "noun"),
  out: msg("Export", "noun"),
};
