# Sourced by upgrading.sh: the upgrade of an installation with a paired terminal and counts of before.
step "Counts of a paired terminal:"
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
at=$(date -u +%FT%TZ)
# counts RESULT OPERATION: the server takes one more piece of the item as this operation, with this result.
counts() {
    responds "^200 .*\"result\":\"$1\"" POST "/api/inventories/$stocktake/counts" \
        "{\"sentAt\":\"$at\",\"operations\":[{\"operationId\":\"$2\",\"kind\":\"add\",\"itemId\":$item,\"quantity\":1,\"at\":\"$at\"}]}" "$terminal"
}
device() { request POST /api/device-auth/exchange "{\"deviceToken\":\"$paired\"}"; }

admin=$(token)
request POST /api/sample '' "$admin" >"$output"
stocktake=$(request GET /api/inventories '' "$admin" | field oid)
for transition in prepare start; do request PUT "/api/inventories/$stocktake/$transition" '' "$admin" >>"$output"; done
item=$(request GET "/api/inventories/$stocktake/items" '' "$admin" | sed 's/^200 \[{"oid":\([0-9]*\).*/\1/')
code=$(request POST /api/device-auth/generate-code '' "$admin" | field code)
paired=$(request POST /api/device-auth/activate "{\"code\":\"$code\"}" | field deviceToken)
terminal=$(device | field accessToken)
it "a count is taken before the upgrade" counts applied 11111111-1111-4111-8111-111111111111

it "a second run of the upgrade succeeds" run "$B/third/scripts/upgrade.sh"
it "the second run's version runs" runs third
it "the second run's version has the data" has SECOND
it "the device token of before works" is 'device | cut -c 1-4' '200 '
terminal=$(device | field accessToken)
it "a count that was taken before the upgrade is a duplicate" counts duplicate 11111111-1111-4111-8111-111111111111
for result in applied duplicate; do
    it "an unsent count of before is $result" counts $result 22222222-2222-4222-8222-222222222222
done
it "the item has each count once" responds "\"oid\":$item,[^}]*\"inventoryQuantity\":2," GET "/api/inventories/$stocktake/items" '' "$(token)"
