import { serveCliPackage } from '~~/server/http/cli-package'

export default serveCliPackage
