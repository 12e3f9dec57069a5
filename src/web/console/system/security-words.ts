import { say, type Words } from "../../../domain/message.ts";
import type { Kind, Reason } from "../../../domain/security-event-kinds.ts";

/** What security events are called. */
export const KIND_TEXTS: Readonly<Record<Kind, Words>> = {
  login: say("Login", "Přihlášení"),
  deviceLogin: say("Device login", "Přihlášení zařízení"),
  logout: say("Logout", "Odhlášení"),
  sessionsEnded: say("Sessions ended", "Ukončení relací"),
  tokenReuse: say("Stolen token used", "Použití odcizeného tokenu"),
  lock: say("Lock", "Uzamčení"),
  unlock: say("Unlock", "Odemčení"),
  accessDenied: say("Access denied", "Odepřený přístup"),
  pairingCode: say("Pairing code created", "Vytvoření párovacího kódu"),
  pairing: say("Device pairing", "Spárování zařízení"),
  deviceRevoked: say("Device revoked", "Zrušení spárování"),
  deviceKindChanged: say("Device type changed", "Změna typu zařízení"),
  setup: say("Server set up", "Nastavení serveru při prvním spuštění"),
  tenantAdded: say("Tenant added", "Přidání nájemce"),
  adminReset: say("Administrator reset", "Obnovení správce"),
  keyReplaced: say("Key replaced", "Výměna klíče"),
  userCreated: say("User created", "Vytvoření uživatele"),
  userChanged: say("User changed", "Změna uživatele"),
  userDeactivated: say("User deactivated", "Deaktivace uživatele"),
  userActivated: say("User activated", "Aktivace uživatele"),
  rolesChanged: say("Roles changed", "Změna rolí"),
  secretsChanged: say("Password or PIN changed", "Změna hesla nebo PIN"),
  settingsChanged: say("Settings changed", "Změna nastavení"),
  backupLink: say("Backup link created", "Vytvoření odkazu na zálohu"),
  backupDownload: say("Backup download", "Stažení zálohy"),
  backupReported: say("Backup by a tool", "Záloha nástrojem"),
  export: say("Export", "Export"),
  importApplied: say("Import", "Import"),
  restore: say("Restore from backup", "Obnova ze zálohy"),
  restoreConfirmed: say("Restore confirmed", "Potvrzení po obnově"),
  certificateChanged: say("Certificate replaced", "Výměna certifikátu"),
};

/** Why something failed. */
export const REASON_TEXTS: Readonly<Record<Reason, Words>> = {
  wrongCredentials: say("Wrong credentials", "Chybné přihlašovací údaje"),
  inactive: say("Inactive account", "Neaktivní účet"),
  unconfirmed: say("Not confirmed after a restore", "Nepotvrzeno po obnově"),
  held: say("Too many attempts", "Příliš mnoho pokusů"),
  locked: say("PIN locked", "PIN zamčen"),
  wrongCode: say("Wrong code", "Chybný kód"),
  unknownDevice: say("Unknown device", "Neznámé zařízení"),
  forbidden: say("Not permitted", "Není dovoleno"),
  reused: say("Session ended", "Relace ukončena"),
};

/** What of the details is told in words, by its name and value. */
export const DETAIL_TEXTS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  method: {
    pin: say("PIN", "PIN"),
    password: say("Password", "Heslo"),
    secondFactor: say("Second factor", "Druhý faktor"),
  },
  secret: {
    pin: say("PIN", "PIN"),
    password: say("Password", "Heslo"),
    pairingCode: say("Pairing codes", "Párovací kódy"),
    setupCode: say("Set-up code", "Nastavovací kód"),
    secondFactor: say("Second factor", "Druhý faktor"),
  },
  where: {
    noDevice: say("without a paired device", "mimo spárovaná zařízení"),
    newDevices: say("on new devices", "na nových zařízeních"),
    device: say("on the device", "na zařízení"),
    address: say("from the address", "z adresy"),
  },
  by: {
    password: say("By password login", "Přihlášením heslem"),
    admin: say("By an administrator", "Správcem"),
  },
  kind: {
    terminal: say("Shared terminal", "Sdílený terminál"),
    personal: say("Personal device", "Osobní zařízení"),
  },
  password: {
    set: say("Password set", "Heslo nastaveno"),
    removed: say("Password removed", "Heslo odebráno"),
  },
  pin: { set: say("PIN set", "PIN nastaven"), removed: say("PIN removed", "PIN odebrán") },
  secondFactor: {
    set: say("Second factor added", "Druhý faktor přidán"),
    removed: say("Second factor removed", "Druhý faktor odebrán"),
  },
  fields: {
    userName: say("User name", "Uživatelské jméno"),
    firstName: say("First name", "Jméno"),
    lastName: say("Last name", "Příjmení"),
  },
};
