import { addressQuery } from "../../router/address.ts";

/** What the address of the screen gives, from the refill list. */
export function givenMove() {
  const query = addressQuery();
  const whole = (name: string) => {
    const text = query.get(name) ?? "";
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  };
  const [from, available] = [whole("from"), whole("available")];
  return {
    from: from === null || available === null ? null : { locationId: from, quantity: available },
    to: whole("to"),
    quantity: whole("quantity"),
  };
}
