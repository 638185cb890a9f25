import { redirectToConnect } from '~~/server/http/sign-in/redirect-to-connect'

export default redirectToConnect
