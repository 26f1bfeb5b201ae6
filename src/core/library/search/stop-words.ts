/** Words that say how a thing is said and not what it is about. */
const grammar = `
a about above after again all also although always am among an and another any are aren't as at be because been before being below between
both but by can can't could did didn't do does doesn't don't each either else ever every few for from had has have he her hers him his how i
i'd i'll i'm i've if in into is isn't it its it's just less let let's many may maybe me might more most much must my neither never no nor not
now of often on one only or other otherwise our out over own perhaps quite rather really same shall she should since so some somehow
something sometimes soon still such than that that's the their them then there there's these they they're this those though through thus to
too under until up upon us very via want wanted wants was we well were what whatever what's when whenever where whether which while who whom
whose why will with within without won't would yet you your you're yours s t re ve ll d m`;

/** Words with which people ask for anything, and with which anything is described. */
const boilerplate = `
able access allow allows app assist available ask asking certain come different enable enables etc example examples find get getting give go
going have hello help helping helps here hey hi include includes including interested kind know like look looking make need needed needs offer
offers please plugin plugins provide provides providing question questions related show specific sure take tell thank thanks thing things
tool tools try trying use user users uses using various way ways wondering api based`;

/** Apostrophes are taken out of words before they are looked up here. */
export const stopWords: ReadonlySet<string> = new Set(`${grammar} ${boilerplate}`.replaceAll("'", '').trim().split(/\s+/));
