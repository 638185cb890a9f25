import { SettingsError } from '~~/server/settings/error'

/** The location of blobs in a bucket, parsed from an `s3://` URL. */
export interface S3Location {
  bucket: string
  /** The prefix of every object key. It is empty or ends with a slash. */
  prefix: string
  /**
   * The region of the bucket. If it is undefined, `AWS_REGION` or the AWS configuration file determines the
   * region.
   */
  region: string | undefined
  /** The URL of the store. It is undefined for AWS. */
  endpoint: string | undefined
  /** Whether the URLs of objects have the form `endpoint/bucket/key`, not `bucket.endpoint/key`. */
  pathStyle: boolean
}

const PARAMETERS = ['region', 'endpoint', 'pathStyle']
const FORM = 's3://bucket/prefix?region=…&endpoint=…'

/**
 * Parses a URL of the form `s3://bucket/prefix?region=…&endpoint=…&pathStyle=on|off`. If the URL contains an
 * endpoint, the default of `pathStyle` is on, and the region has a default. Throws a SettingsError that
 * contains the name `setting`.
 */
export function parseS3Address(address: string, setting: string): S3Location {
  const fault = (message: string) => new SettingsError([`${setting}: ${message}`])
  const url = URL.parse(address)
  if (!url) throw fault(`this is not an address such as ${FORM}`)
  if (url.username || url.password)
    throw fault(
      'an s3:// address must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  if (!/^[\w.-]{3,63}$/.test(url.host)) throw fault(`the bucket is missing; write ${FORM}`)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix) || url.hash || prefix.split('/').some(part => /^\.{1,2}$/.test(part)))
    throw fault('a prefix consists of letters, digits, "-", "_", "." and "/"')
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw fault(`there is no parameter ${name}; use ${PARAMETERS.join(', ')}`)
    if (url.searchParams.getAll(name).length > 1) throw fault(`the parameter ${name} is given twice`)
  }
  const endpoint = url.searchParams.get('endpoint') || undefined
  const pathStyle = url.searchParams.get('pathStyle')
  if (endpoint !== undefined && !isHttpAddress(endpoint))
    throw fault('the endpoint is not an http or https address such as https://s3.example.com')
  if (pathStyle !== null && !/^(?:on|off|true|false)$/.test(pathStyle))
    throw fault('the parameter pathStyle must be on or off')
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') || (endpoint && 'us-east-1'),
    endpoint,
    pathStyle: pathStyle === null ? endpoint !== undefined : /on|true/.test(pathStyle),
  }
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}
