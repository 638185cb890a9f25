import { deviceGrantType } from './contract/device-login'

/** Returns the commands of a device login: with `EXHIBIT_URL` they end by printing an agent token. */
export const deviceLoginCommands = (cliClientId: string): string =>
  `login=$(curl -s "$EXHIBIT_URL/api/auth/device/code" -d client_id=${cliClientId})
echo "Open $(echo "$login" | jq -r .verification_uri_complete) and approve."
while sleep "$(echo "$login" | jq -r .interval)"; do
  polled=$(curl -s "$EXHIBIT_URL/api/auth/device/token" -d client_id=${cliClientId} \\
    -d grant_type=${deviceGrantType} -d "device_code=$(echo "$login" | jq -r .device_code)")
  case $(echo "$polled" | jq -r .error) in authorization_pending | slow_down) ;; *) break ;; esac
done
session="Authorization: Bearer $(echo "$polled" | jq -r .access_token)"
workspace=$(curl -s "$EXHIBIT_URL/api/me" -H "$session" | jq -r '.workspaces[0].id')
jq -n --arg workspace "$workspace" '{workspaceId: $workspace, name: "my-agent",
    capabilities: ["artifact:write", "artifact:read", "feedback:read", "thread:reply"]}' \\
  | curl -s "$EXHIBIT_URL/api/tokens" -H "$session" -H "Content-Type: application/json" -d @- | jq -r .token`
