import type { ComponentChildren } from "preact";
import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { LinkTabs } from "../layout/links.tsx";
import { Screen } from "../layout/screen.tsx";
import "./system.css";

const PARTS: readonly { readonly to: string; readonly words: Message; readonly may: Permission }[] = [
  { to: "/system", words: msg("Status"), may: "server" },
  { to: "/system/settings", words: msg("Settings"), may: "server" },
  { to: "/system/certificate", words: msg("Certificate"), may: "server" },
  { to: "/system/backup", words: msg("Backup"), may: "server" },
  { to: "/system/audit", words: msg("Audit log"), may: "administer" },
  { to: "/system/security-log", words: msg("Security log"), may: "administer" },
  { to: "/system/licences", words: msg("Licences"), may: "server" },
];

interface SystemScreenProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page of the system, with links to the others that this user may see. */
export function SystemScreen({ title, actions, children }: SystemScreenProps) {
  const ways = PARTS.filter((part) => may(part.may)).map(({ to, words }) => ({ to, words: t(words) }));
  return (
    <Screen title={title} actions={actions} tabs={<LinkTabs name={t(TEXTS.parts)} ways={ways} />}>
      {children}
    </Screen>
  );
}

const TEXTS = { parts: msg("System pages") };
