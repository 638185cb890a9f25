import { signInThroughProxy } from '~~/server/http/proxy-sign-in'

export default signInThroughProxy
