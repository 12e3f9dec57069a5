import { Component, type ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { recordError } from "../errors/error-queue.ts";
import { t } from "../i18n/translate.ts";
import { Button } from "./button.tsx";
import { Page } from "./page.tsx";
import { errorText, isStorageError } from "./use-action.tsx";

interface ScreenBoundaryProps {
  /** The path of the screen. A new path renders the screen again after an error. */
  readonly at: string;
  /** Saves the unsent counts and returns the result as text; null: this page has none. */
  readonly save: (() => Promise<string>) | null;
  readonly children: ComponentChildren;
}

/** Shows and reports an error of the screen in its place. The rest of the page stays usable. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  override componentDidCatch(error: unknown): void {
    recordError(error);
    this.setState({ error });
  }

  override componentDidUpdate({ at }: ScreenBoundaryProps): void {
    if (at !== this.props.at && this.state.error !== null) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <ScreenError error={error} save={this.props.save} />;
  }
}

interface ScreenErrorProps {
  readonly error: unknown;
  readonly save: (() => Promise<string>) | null;
}

function ScreenError({ error, save }: ScreenErrorProps) {
  const [status, setStatus] = useState("");
  const saveNow = async (by: () => Promise<string>) => {
    setStatus(t(msg("Reading the counts…")));
    setStatus(await by());
  };
  return (
    <Page isStart title={t(msg("This page could not be shown"))} class="screen-error">
      <p>
        {t(
          save === null
            ? msg("Reload, or go to another page. The error is reported to the server.")
            : msg(
                "What was shown as counted is saved on this device. Reload, or go to another page. The error is reported to the server.",
              ),
        )}
      </p>
      {/* A screen only reads, and its counts are saved. */}
      <p class="muted">
        {isStorageError(error) ? t(msg("This device's storage could not be read.")) : errorText(error)}
      </p>
      <div class="stack">
        <Button kind="primary" onClick={() => location.reload()}>
          {t(msg("Reload"))}
        </Button>
        {save !== null && (
          <Button onClick={() => void saveNow(save)}>{t(msg("Save unsent counts to a file"))}</Button>
        )}
      </div>
      <p role="status">{status}</p>
    </Page>
  );
}
