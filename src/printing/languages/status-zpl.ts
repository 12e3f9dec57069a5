import type { PrinterCondition, StatusQuery, StatusReply } from "./status.ts";

const QUERY = Buffer.from("~HS\r\n");

/** String 1: aaa,b,c,dddd,eee,f,g,h,iii,j,k,l. */
const first =
  /^\d+,(?<paperOut>[01]),(?<paused>[01]),\d+,(?<formats>\d+),(?<bufferFull>[01]),(?<diagnostic>[01]),(?<partial>[01]),\d+,[01],(?<cold>[01]),(?<hot>[01])$/;

/** String 2: mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www. */
const second = /^\d+,\w,(?<headUp>[01]),(?<ribbonOut>[01]),\w,\w,\w,\w,(?<labels>\d+),\w,\d+$/;

/** String 3: xxxx,y. */
const third = /^\w+,\w$/;

type Fields = Readonly<Record<string, string | undefined>>;

/**
 * ZPL II Programming Guide, "~HS, Host Status Return". String 1: paper out (b), pause (c), formats in the receive buffer
 * (eee), buffer full (f), diagnostic mode (g), partial format (h), head too cold or hot (k, l). String 2: head up (o),
 * ribbon out (p), labels remaining in the batch (uuuuuuuu). The query is the same before and after the job: a command
 * with a tilde is processed as it is received, and the counts show the rest of the job.
 *
 * Some models do not answer while they are out of media or ribbon, or open (same section).
 */
export const zplStatus: StatusQuery = {
  beforeJob: QUERY,
  afterJob: QUERY,
  parse(received) {
    // Only the last three strings: when a newer reply has begun, the older one may be from before the job.
    const strings = received.toString("latin1").split("\u0002").slice(1).slice(-3).map(upToEnd);
    const [one, two, three] = [first, second, third].map((form, index) => form.exec(strings[index] ?? ""));
    return one && two && three ? interpret({ ...one.groups, ...two.groups }) : null;
  },
};

/** The text before ETX; "" without ETX. */
function upToEnd(string: string): string {
  return string.slice(0, Math.max(0, string.indexOf("\u0003")));
}

function interpret(fields: Fields): StatusReply {
  const counts = [fields["formats"], fields["labels"], fields["partial"], fields["bufferFull"]];
  const left = counts.reduce((sum, count) => sum + Number(count), 0);
  const holdsNothing = left === 0;
  const stop = stopOrWait(fields);
  if (stop !== undefined) {
    // The interrupted label is printed anew, and may be in none of the counts.
    return { condition: stop, isEmpty: holdsNothing ? null : false, remaining: left };
  }
  return { condition: holdsNothing ? "ready" : "busy", isEmpty: holdsNothing, remaining: left };
}

function stopOrWait(fields: Fields): PrinterCondition | undefined {
  const isSet = (...names: string[]): boolean => names.some((name) => fields[name] === "1");
  if (isSet("headUp")) {
    return "headOpen";
  }
  if (isSet("paperOut", "ribbonOut")) {
    return "paperOut";
  }
  // In diagnostic mode it would print the bytes of the job instead of its labels.
  if (isSet("paused", "diagnostic")) {
    return "paused";
  }
  return isSet("cold", "hot") ? "busy" : undefined;
}
