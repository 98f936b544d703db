// Package atlas plays self-play games of all 720 rankings of Diminuendo Chess, measures them,
// and writes what follows from them: the table and the sample games of the program, and a page
// of the manual.
//
// A run has Settings, which a File begins with. It plays batches of games in any order. A
// game depends on the settings, its variant and its number only, so a file that is complete
// is the same, byte for byte, however often the run was interrupted and however many
// batches were played at a time.
//
// The games of a Section are played with the same options. In the section Skill one side
// has SkillFactor times the nodes of the other.
package atlas
