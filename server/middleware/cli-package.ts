import { serveCliPackage } from '~~/server/http/pages/cli-package'

export default serveCliPackage
