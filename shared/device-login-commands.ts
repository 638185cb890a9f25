import { capabilities } from './contract/capabilities'
import { deviceGrantType } from './contract/device-login'

/**
 * Returns the commands of a device login, which need no more than curl and sed: with `EXHIBIT_URL` they print
 * the address to approve at once, wait for the person, and end with an agent token in `EXHIBIT_TOKEN`.
 */
export const deviceLoginCommands = (cliClientId: string): string =>
  `field() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }
login=$(curl -s "$EXHIBIT_URL/api/auth/device/code" -d client_id=${cliClientId})
echo "Open $(echo "$login" | field verification_uri_complete)" \\
  "and approve the code $(echo "$login" | field user_code)."
while sleep 6; do
  polled=$(curl -s "$EXHIBIT_URL/api/auth/device/token" -d client_id=${cliClientId} \\
    -d grant_type=${deviceGrantType} -d "device_code=$(echo "$login" | field device_code)")
  case $polled in *authorization_pending* | *slow_down*) ;; *) break ;; esac
done
session="Authorization: Bearer $(echo "$polled" | field access_token)"
workspace=$(curl -s "$EXHIBIT_URL/api/me" -H "$session" \\
  | sed 's/.*"workspaces":\\[{"id":"\\([^"]*\\)".*/\\1/')
export EXHIBIT_TOKEN=$(curl -s "$EXHIBIT_URL/api/tokens" -H "$session" -H "Content-Type: application/json" \\
  -d '{"workspaceId": "'"$workspace"'", "name": "my-agent", "capabilities": [
    ${capabilities.map(each => `"${each}"`).join(', ')}]}' | field token)`
