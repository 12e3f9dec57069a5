import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { Articles } from "../../articles/article-choices.tsx";
import { useSearch } from "../../articles/use-search.ts";
import { t } from "../../i18n/translate.ts";
import { type CodeTarget, queueCode } from "../../offline/outbox/queue-code.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandPage } from "../unsent/command-note.tsx";

/** `#/code/:code`: chooses the article that gets an unknown code, by its name or a scan of its label. */
export function AddCodeScreen({ code = "" }: Readonly<Record<string, string>>) {
  const [text, setText] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const { run, problem } = useAction();
  const found = useSearch(text);
  useScans(async (scan) => setText(scan.text));
  if (sent !== null)
    return (
      <CommandPage
        title={t(msg("Add code {code}"), { code })}
        id={sent}
        done={t(msg("The code was added. Scans find the article now."))}
      />
    );
  const pick = (article: CodeTarget) => run(async () => setSent((await queueCode(article, code)).id));
  return (
    <Page title={t(msg("Add code {code}"), { code })}>
      <Problem text={problem} />
      <SearchField label={t(msg("Name or code"))} value={text} onValue={setText} />
      <p class="muted" role="status">
        {found === null
          ? t(msg("Choose the article that has this code."))
          : (found.problem ?? (found.rows.length === 0 ? t(msg("Nothing has this name or code.")) : ""))}
      </p>
      <Articles articles={found?.rows ?? []} onPick={pick} />
    </Page>
  );
}
