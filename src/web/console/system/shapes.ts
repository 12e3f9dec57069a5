import type { Role } from "../../../domain/roles.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { ServerReport as Glance } from "../overview/shapes.ts";

// What the screens of the server read of its answers. Times are ISO 8601.

/** Of `GET /api/box`. */
export interface ServerReport extends Glance {
  readonly uptimeSeconds: number;
  readonly addresses: readonly Address[];
  readonly certificate: (NonNullable<Glance["certificate"]> & { readonly caExpiresAt: string | null }) | null;
}

/** Where the server is reached. */
export interface Address {
  readonly host: string;
  readonly http: string;
  readonly https: string | null;
}

/** Of `GET /api/box/checks`. */
export interface Checks {
  readonly backup: { readonly at: string; readonly bytes: number | null } | null;
  readonly selfCheck: {
    readonly at: string;
    readonly ok: boolean;
    readonly problems: readonly string[];
    readonly total: number;
  } | null;
  readonly isChecking: boolean;
  readonly nextCheckDT: string;
}

/** Of `GET /api/backup/downloads/{id}`. */
export interface Download {
  readonly id: number;
  readonly state: "waiting" | "refused" | "sending" | "whole" | "broken";
  readonly bytes: number | null;
  readonly sentBytes: number;
}

/** Of `GET /api/settings`; a number is null while its field is empty. */
export interface SiteSettings {
  readonly siteName: string | null;
  readonly language: Locale;
  readonly terminalLockMinutes: number | null;
  readonly articleCodePattern: string;
  readonly quantityWarningFactor: number | null;
  readonly secondFactorRoles: readonly Role[];
  /** They are set in the configuration of the start. */
  readonly isSecondFactorConfigured: boolean;
  readonly maxAssets: number | null;
  readonly timeZone: string;
}

/** Of `GET /api/settings/https`. */
export interface HttpsSettings {
  readonly isRequired: boolean;
  readonly isFixed: boolean;
  readonly address: string | null;
  readonly devices: readonly HttpDevice[];
  readonly others: { readonly devices: number; readonly unsent: number };
  readonly phones: readonly {
    readonly user: { readonly id: number; readonly fullName: string };
    readonly unsent: number;
    readonly at: string;
  }[];
}

/** A paired device that may hold counts of the HTTP address. */
export interface HttpDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly kind: "personal" | "terminal";
  readonly lastUsedDT: string;
  readonly isOverHttp: boolean;
  readonly unsent: number;
}
