package tlc

// Find returns a Runner with the Java and the jar of this machine, and compiles the
// driver if that has not been done. See FindJava and FindJar for the errors.
func Find() (Runner, error) {
	jar, err := FindJar()
	if err != nil {
		return Runner{}, err
	}
	java, err := FindJava()
	if err != nil {
		return Runner{}, err
	}
	r := Runner{Java: java, Jar: jar}
	if r.Driver, err = findDriver(java, jar); err != nil {
		r.Listens = err.Error()
	}
	r.Classes = r.findClasses()
	return r, nil
}
