import type { Screen } from "../../router/lazy-screens.ts";
import { MeScreen } from "../login/me.tsx";
import { ServiceAccountsScreen } from "../service-accounts/service-accounts.tsx";
import { ConfirmRestoreScreen } from "../users/confirm-restore.tsx";
import { DevicesScreen } from "../users/devices.tsx";
import { NewUserScreen } from "../users/new-user.tsx";
import { PairScreen } from "../users/pair.tsx";
import { UserScreen } from "../users/user.tsx";
import { UsersScreen } from "../users/users.tsx";
import { DeliveriesScreen } from "../webhooks/deliveries.tsx";
import { WebhooksScreen } from "../webhooks/webhooks.tsx";

/** Users, paired devices, and the user's own account. */
export const SCREENS: readonly Screen[] = [
  { path: "/me", show: MeScreen },
  { path: "/people", may: "administer", show: UsersScreen },
  { path: "/people/new", may: "administer", show: NewUserScreen },
  { path: "/people/devices", may: "administer", show: DevicesScreen },
  { path: "/people/pair", may: "administer", show: PairScreen },
  { path: "/people/service-accounts", may: "administer", show: ServiceAccountsScreen },
  { path: "/people/webhooks", may: "administer", show: WebhooksScreen },
  { path: "/people/webhooks/:id", may: "administer", show: DeliveriesScreen },
  { path: "/people/confirm", may: "administer", show: ConfirmRestoreScreen },
  { path: "/people/:id", may: "administer", show: UserScreen },
];
