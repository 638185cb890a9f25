import { compareAll } from './harness/suite'
import { apngFiles } from './files/apng'

compareAll('animated PNG', apngFiles())
