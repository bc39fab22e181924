import { wordTable } from '../../domain/text.ts';
import { stemOf } from './lexicon.ts';

/** What is a database, a company, a library by another name. */
export const KINDS = wordTable<string[][]>(
  Object.fromEntries(
    Object.entries({
      database:
        'dbms,rdbms,datastore,data store,key-value store,key value store,document store,graph store,vector store,object store,data warehouse,time series store,search engine,storage engine',
      company: 'startup,start-up,firm,agency,studio,consultancy,business,corporation,vendor,bank,retailer,manufacturer,publisher',
      library: 'package,crate,framework,module,toolkit,sdk',
      paper: 'article,study,preprint,manuscript',
      proposal: 'draft,request for comments,rfc',
    }).map(([kind, names]) => [stemOf(kind), names.split(',').map((name) => name.split(/[ -]/u).map(stemOf))]),
  ),
);
