import type { Screen } from "../../router/lazy-screens.ts";
import { NewTargetScreen } from "../backup/new-target.tsx";
import { TargetScreen } from "../backup/target-screen.tsx";
import { RestoreScreen } from "../restore/restore-screen.tsx";
import { StandbyScreen } from "../standby/standby.tsx";
import { AuditScreen } from "../system/audit.tsx";
import { BackupScreen } from "../system/backup.tsx";
import { CertificateScreen } from "../system/certificate.tsx";
import { CompanyScreen } from "../system/company.tsx";
import { LicencesScreen } from "../system/licences.tsx";
import { NoticesScreen } from "../system/notices.tsx";
import { SecurityLogScreen } from "../system/security-log.tsx";
import { ServerScreen } from "../system/server.tsx";
import { SettingsScreen } from "../system/settings.tsx";
import { UpgradeScreen } from "../system/upgrade.tsx";

/** The server, and the audit log. */
export const SCREENS: readonly Screen[] = [
  { path: "/system", needs: "user", may: "administer", show: ServerScreen },
  { path: "/system/settings", needs: "user", may: "server", show: SettingsScreen },
  { path: "/system/company", needs: "user", may: "administer", show: CompanyScreen },
  { path: "/system/certificate", needs: "user", may: "server", show: CertificateScreen },
  { path: "/system/backup", needs: "user", may: "server", show: BackupScreen },
  { path: "/system/upgrade", needs: "user", may: "server", show: UpgradeScreen },
  { path: "/system/backup/new", needs: "user", may: "server", show: NewTargetScreen },
  { path: "/system/backup/restore", needs: "user", may: "server", show: RestoreScreen },
  { path: "/system/backup/:id", needs: "user", may: "server", show: TargetScreen },
  { path: "/system/standby", needs: "user", may: "server", show: StandbyScreen },
  { path: "/system/notices", needs: "user", may: "administer", show: NoticesScreen },
  { path: "/system/audit", needs: "user", may: "administer", show: AuditScreen },
  { path: "/system/security-log", needs: "user", may: "administer", show: SecurityLogScreen },
  { path: "/system/licences", needs: "user", may: "server", show: LicencesScreen },
];
