import { capabilities } from '../contract/capabilities'
import { deviceGrantType } from '../contract/device-login'

/** The number of polls: one every six seconds during the 30 minutes for which a code is valid. */
const POLLS = 300

/**
 * Returns the shell commands of a device login, which need only curl and sed. `EXHIBIT_URL` must be set. The
 * commands print the URL at which a person approves the login, wait for the approval, and store an agent
 * token in `EXHIBIT_TOKEN`. They poll again as long as there is no decision or no response. If they get no
 * token, they print the reason, and the last command exits with status 1. They do not exit the shell, because
 * a person may be working in it.
 */
export const deviceLoginCommands = (cliClientId: string): string =>
  `field() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }
login=$(curl -sS "$EXHIBIT_URL/api/auth/device/code" -d client_id=${cliClientId}) || true
code=$(echo "$login" | field device_code)
[ -z "$code" ] || echo "Open $(echo "$login" | field verification_uri_complete)" \\
  "and approve the code $(echo "$login" | field user_code)."
polled=$login tries=0
while [ -n "$code" ] && [ $((tries += 1)) -le ${POLLS} ] && sleep 6; do
  polled=$(curl -sS "$EXHIBIT_URL/api/auth/device/token" -d client_id=${cliClientId} \\
    -d grant_type=${deviceGrantType} -d "device_code=$code") || continue
  case $polled in
    *'"access_token"'*) ;;
    *access_denied* | *expired_token* | *invalid_*) break ;;
    *) continue ;;
  esac
  session="Authorization: Bearer $(echo "$polled" | field access_token)"
  workspace=$(curl -sS "$EXHIBIT_URL/api/me" -H "$session" \\
    | sed 's/.*"workspaces":\\[{"id":"\\([^"]*\\)".*/\\1/')
  polled=$(curl -sS "$EXHIBIT_URL/api/tokens" -H "$session" -H "Content-Type: application/json" \\
    -d '{"workspaceId": "'"$workspace"'", "name": "my-agent", "capabilities": [
      ${capabilities.map(each => `"${each}"`).join(', ')}]}') || true
  break
done
export EXHIBIT_TOKEN="$(echo "$polled" | field token)"
if [ -n "$EXHIBIT_TOKEN" ]; then echo "Signed in to $EXHIBIT_URL."
else echo "Not signed in: \${polled:-no response}" >&2; false; fi`
