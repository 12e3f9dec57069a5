import { session } from "./tokens.ts";

/** Has something done whenever somebody else has logged in than before; what one was told or asked is not the next one's. */
export function onOtherUser(done: () => void): void {
  let last: number | null = null;
  session.subscribe((now) => {
    const user = now?.user.id ?? last;
    if (user === last) return;
    last = user;
    done();
  });
}
