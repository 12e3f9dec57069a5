import type { Screen } from "../../app/screens.ts";
import { ConfirmRestoreScreen } from "./confirm-restore.tsx";
import { DevicesScreen } from "./devices.tsx";
import { NewPersonScreen } from "./new-person.tsx";
import { PairScreen } from "./pair.tsx";
import { PeopleScreen } from "./people.tsx";
import { PersonScreen } from "./person.tsx";

/** Users and paired devices. */
export const SCREENS: readonly Screen[] = [
  { path: "/people", needs: "user", may: "administer", show: PeopleScreen },
  { path: "/people/new", needs: "user", may: "administer", show: NewPersonScreen },
  { path: "/people/devices", needs: "user", may: "administer", show: DevicesScreen },
  { path: "/people/pair", needs: "user", may: "administer", show: PairScreen },
  { path: "/people/confirm", needs: "user", may: "administer", show: ConfirmRestoreScreen },
  { path: "/people/:id", needs: "user", may: "administer", show: PersonScreen },
];
