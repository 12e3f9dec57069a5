import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Questions } from "../../ui/confirm.tsx";
import { Toasts } from "../../ui/toast.tsx";
import { PasswordQuestion } from "../forms/recent-password.tsx";
import { Tour } from "../tour/tour.tsx";
import { Header } from "./header.tsx";
import { Help } from "./help.tsx";
import { Nav } from "./nav.tsx";
import { UpdateNotice } from "./version.tsx";

export { startKeys } from "./help.tsx";

interface ShellProps {
  /** The user; the children start anew for another one. */
  readonly who: number;
  readonly children: ComponentChildren;
}

/** The header, the navigation and the dialogs around the screen of a user. */
export function Shell({ who, children }: ShellProps) {
  return (
    <div class="console">
      <Button
        kind="secondary"
        class="skip-link"
        onClick={() => document.querySelector<HTMLElement>("#content h1")?.focus()}
      >
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
