import { session } from "./tokens.ts";

/** Calls back when another user logs in, so that no data or question of the previous user remains. */
export function onOtherUser(done: () => void): void {
  let last: number | null = null;
  session.subscribe((now) => {
    const user = now?.user.id ?? last;
    if (user === last) return;
    last = user;
    done();
  });
}
