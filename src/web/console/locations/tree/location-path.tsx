import { placeName, placePath } from "../../../offline/sync/locations.ts";

interface PlacePathProps {
  readonly place: { readonly oid: number; readonly name?: string };
}

/**
 * The full path of a location in one line; where there is no room for it, what stands above the location is cut, never its own
 * name. The screen loads the locations (`usePlaces`); until then the name is shown.
 */
export function PlacePath({ place: { oid, name = `#${oid}` } }: PlacePathProps) {
  const own = placeName(oid) || name;
  const path = placePath(oid) || name;
  const above = path.slice(0, -own.length).replace(/ \/ $/, "");
  return (
    <span class="place-path" title={path}>
      {above !== "" && (
        <>
          <span class="place-path-above">{above}</span>
          <span>{"\u00a0/\u00a0"}</span>
        </>
      )}
      <span class="place-path-own">{own}</span>
    </span>
  );
}
