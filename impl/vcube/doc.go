// Package vcube implements the leader election of Rodrigues, Freitas, Fulber-Garcia and Duarte,
// "A Hierarchical Adaptive Leader Election Algorithm for Crash-Recovery Distributed Systems"
// (LADC 2024): Algorithm 1 on top of the failure detector vCube. V1 to V17, Y8 and Y11 are the
// facts sheet's numbers for what the paper leaves open or gets wrong.
//
// Each process tests log2 N others in a round. It asks for what they know, so that within log2 N
// rounds everybody knows who is there, and leads who was up longest: who has the least
// incarnation, and of those the least number.
//
// What a process knows of all others is two arrays, and a reply carries both. So arrays are
// shared, between processes in one memory as between a state and a message: nobody writes to
// one that somebody else may have. Where two are merged and one of them has it all, that one is
// taken. In a round that brings nothing new no array is copied.
//
// [Process] is what vCube has in common with the elections of package baseline. The package
// must not import spec/vcube, which it is compared with. Start reading at [Node.Step].
package vcube
