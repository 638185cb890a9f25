import { redirectToConnect } from '~~/server/http/sign-in/authorize'

export default redirectToConnect
