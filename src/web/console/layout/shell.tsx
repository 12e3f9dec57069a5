import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Questions } from "../../ui/confirm.tsx";
import { Toasts } from "../../ui/toast.tsx";
import { PasswordQuestion } from "../forms/recent-password.tsx";
import { startEvents } from "../realtime/live.ts";
import { startInvalidation } from "../realtime/query-client.ts";
import { Tour } from "../tour/tour.tsx";
import { Header } from "./header.tsx";
import { Help, startKeys } from "./help.tsx";
import { Nav } from "./nav.tsx";
import { startVersion, UpdateNotice } from "./version.tsx";

/** Starts what only a user who is logged in needs: the server's events, the requests that follow them, and the shortcuts. */
export function startShell(): void {
  startEvents();
  startInvalidation();
  startVersion();
  startKeys();
}

interface ShellProps {
  /** The user; the children start anew for another one. */
  readonly who: number;
  readonly children: ComponentChildren;
}

/** The header, the navigation and the dialogs around the screen of a user. */
export function Shell({ who, children }: ShellProps) {
  return (
    <div class="console">
      <Button class="skip-link" onClick={() => document.querySelector<HTMLElement>("#content h1")?.focus()}>
        {t(msg("Skip to content"))}
      </Button>
      <Header />
      <UpdateNotice />
      <div class="console-side">
        <Nav />
        <Toasts />
      </div>
      <div class="console-content" key={who}>
        {children}
      </div>
      <Questions />
      <PasswordQuestion />
      <Help />
      <Tour />
    </div>
  );
}
