import { handleAuth } from '~~/server/http/sign-in/auth'

export default handleAuth
