import { type Message, msg } from "../../../domain/message.ts";
import type { EventKind, Reason } from "../../../domain/security-event-kinds.ts";

/** What security events are called. */
export const KIND_TEXTS: Readonly<Record<EventKind, Message>> = {
  login: msg("Login", "Přihlášení"),
  deviceLogin: msg("Device login", "Přihlášení zařízení"),
  logout: msg("Logout", "Odhlášení"),
  sessionsEnded: msg("Sessions ended", "Ukončení relací"),
  tokenReuse: msg("Stolen token used", "Použití odcizeného tokenu"),
  lock: msg("Lock", "Uzamčení"),
  unlock: msg("Unlock", "Odemčení"),
  accessDenied: msg("Access denied", "Odepřený přístup"),
  pairingCode: msg("Pairing code created", "Vytvoření párovacího kódu"),
  pairing: msg("Device pairing", "Spárování zařízení"),
  deviceRevoked: msg("Device revoked", "Zrušení spárování"),
  deviceKindChanged: msg("Device type changed", "Změna typu zařízení"),
  setup: msg("Server set up", "Nastavení serveru při prvním spuštění"),
  tenantAdded: msg("Tenant added", "Přidání nájemce"),
  adminReset: msg("Administrator reset", "Obnovení správce"),
  keyReplaced: msg("Key replaced", "Výměna klíče"),
  userCreated: msg("User created", "Vytvoření uživatele"),
  userChanged: msg("User changed", "Změna uživatele"),
  userDeactivated: msg("User deactivated", "Deaktivace uživatele"),
  userActivated: msg("User activated", "Aktivace uživatele"),
  rolesChanged: msg("Roles changed", "Změna rolí"),
  secretsChanged: msg("Password or PIN changed", "Změna hesla nebo PIN"),
  settingsChanged: msg("Settings changed", "Změna nastavení"),
  backupLink: msg("Backup link created", "Vytvoření odkazu na zálohu"),
  backupDownload: msg("Backup download", "Stažení zálohy"),
  backupReported: msg("Backup by a tool", "Záloha nástrojem"),
  export: msg("Export", "Export"),
  importApplied: msg("Import", "Import"),
  restore: msg("Restore from backup", "Obnova ze zálohy"),
  restoreConfirmed: msg("Restore confirmed", "Potvrzení po obnově"),
  certificateChanged: msg("Certificate replaced", "Výměna certifikátu"),
};

/** Why something failed. */
export const REASON_TEXTS: Readonly<Record<Reason, Message>> = {
  wrongCredentials: msg("Wrong credentials", "Chybné přihlašovací údaje"),
  inactive: msg("Inactive account", "Neaktivní účet"),
  unconfirmed: msg("Not confirmed after a restore", "Nepotvrzeno po obnově"),
  held: msg("Too many attempts", "Příliš mnoho pokusů"),
  locked: msg("PIN locked", "PIN zamčen"),
  wrongCode: msg("Wrong code", "Chybný kód"),
  unknownDevice: msg("Unknown device", "Neznámé zařízení"),
  secondFactor: msg("Two-step login missing", "Chybí dvoufázové přihlášení"),
  forbidden: msg("Not permitted", "Není dovoleno"),
  reused: msg("Session ended", "Relace ukončena"),
};

/** What of the details is told in words, by its name and value. */
export const DETAIL_TEXTS: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  method: {
    pin: msg("PIN", "PIN"),
    password: msg("Password", "Heslo"),
    secondFactor: msg("Second factor", "Druhý faktor"),
  },
  secret: {
    pin: msg("PIN", "PIN"),
    password: msg("Password", "Heslo"),
    pairingCode: msg("Pairing codes", "Párovací kódy"),
    setupCode: msg("Set-up code", "Nastavovací kód"),
    secondFactor: msg("Second factor", "Druhý faktor"),
  },
  where: {
    noDevice: msg("without a paired device", "mimo spárovaná zařízení"),
    newDevices: msg("on new devices", "na nových zařízeních"),
    device: msg("on the device", "na zařízení"),
    address: msg("from the address", "z adresy"),
  },
  by: {
    password: msg("By password login", "Přihlášením heslem"),
    admin: msg("By an administrator", "Správcem"),
  },
  kind: {
    terminal: msg("Shared terminal", "Sdílený terminál"),
    personal: msg("Personal device", "Osobní zařízení"),
  },
  password: {
    set: msg("Password set", "Heslo nastaveno"),
    removed: msg("Password removed", "Heslo odebráno"),
  },
  pin: { set: msg("PIN set", "PIN nastaven"), removed: msg("PIN removed", "PIN odebrán") },
  secondFactor: {
    set: msg("Second factor added", "Druhý faktor přidán"),
    removed: msg("Second factor removed", "Druhý faktor odebrán"),
    totp: msg("Authenticator app", "Ověřovací aplikace"),
    passkey: msg("Passkey", "Přístupový klíč"),
    recoveryCode: msg("Recovery code", "Záložní kód"),
  },
  fields: {
    userName: msg("User name", "Uživatelské jméno"),
    firstName: msg("First name", "Jméno"),
    lastName: msg("Last name", "Příjmení"),
  },
};
