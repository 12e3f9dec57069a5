import type { ComponentChildren } from "preact";
import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { Screen } from "../layout/screen.tsx";
import "./system.css";

const PARTS: readonly { readonly to: string; readonly label: Message; readonly may: Permission }[] = [
  { to: "/system", label: msg("Status"), may: "server" },
  { to: "/system/settings", label: msg("Settings"), may: "server" },
  { to: "/system/company", label: msg("Company"), may: "administer" },
  { to: "/system/certificate", label: msg("Certificate"), may: "server" },
  { to: "/system/backup", label: msg("Backup"), may: "server" },
  { to: "/system/upgrade", label: msg("Upgrade", "noun"), may: "server" },
  { to: "/system/standby", label: msg("Standby"), may: "server" },
  { to: "/system/notices", label: msg("Notices"), may: "administer" },
  { to: "/system/audit", label: msg("Audit log"), may: "administer" },
  { to: "/system/security-log", label: msg("Security log"), may: "administer" },
  { to: "/system/licences", label: msg("Licences"), may: "server" },
];

interface SystemScreenProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page of the system, with links to the others that this user may see. */
export function SystemScreen({ title, children }: SystemScreenProps) {
  return (
    <Screen title={title} tabs={<SystemTabs />}>
      {children}
    </Screen>
  );
}

/** Links to the pages of the system that this user may see. */
export function SystemTabs() {
  const tabs = PARTS.filter((part) => may(part.may)).map(({ to, label }) => ({ to, label: t(label) }));
  return <Tabs label={t(msg("System pages"))} tabs={tabs} />;
}
