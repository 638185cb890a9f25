import { redirectToConnect } from '~~/server/http/authorize'

export default redirectToConnect
