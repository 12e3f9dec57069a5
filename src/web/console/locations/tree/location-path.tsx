import { locationName, pathOrName } from "../../../offline/sync/locations.ts";
import styles from "./location-path.module.css";

interface LocationPathProps {
  readonly location: { readonly oid: number; readonly name?: string };
}

/**
 * The path of a location in one line. Where it does not fit, ancestors are truncated, never the name of the location.
 * The screen loads the locations (`useLocations`); until then the name is shown.
 */
export function LocationPath({ location: { oid, name = `#${oid}` } }: LocationPathProps) {
  const own = locationName(oid) || name;
  const path = pathOrName({ oid, name });
  const above = path.slice(0, -own.length).replace(/ \/ $/, "");
  return (
    <span class={styles["path"]} title={path}>
      {above !== "" && (
        <>
          <span class={styles["above"]}>{above}</span>
          <span>{"\u00a0/\u00a0"}</span>
        </>
      )}
      <span class={styles["own"]}>{own}</span>
    </span>
  );
}
