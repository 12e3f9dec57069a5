import type { Screen } from "../../router/screen.ts";
import { ConfirmRestoreScreen } from "./confirm-restore.tsx";
import { DevicesScreen } from "./devices.tsx";
import { NewPersonScreen } from "./new-user.tsx";
import { PairScreen } from "./pair.tsx";
import { PersonScreen } from "./user.tsx";
import { PeopleScreen } from "./users.tsx";

/** Users and paired devices. */
export const SCREENS: readonly Screen[] = [
  { path: "/people", needs: "user", may: "administer", show: PeopleScreen },
  { path: "/people/new", needs: "user", may: "administer", show: NewPersonScreen },
  { path: "/people/devices", needs: "user", may: "administer", show: DevicesScreen },
  { path: "/people/pair", needs: "user", may: "administer", show: PairScreen },
  { path: "/people/confirm", needs: "user", may: "administer", show: ConfirmRestoreScreen },
  { path: "/people/:id", needs: "user", may: "administer", show: PersonScreen },
];
